/** Who asks, and for which sequence of typing and choosing, because Google bills per sequence. */
export type Asking = { ip: string; session?: string | undefined }

export const maxSuggestions = 8
/** Radius in miles within which restaurants are suggested (80,467.2 meters). */
export const radiusMiles = 50
