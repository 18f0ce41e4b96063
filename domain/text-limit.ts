/** Longest description, yolo name or bio, in code points as `characters` counts them (rules: texts). */
export const textLimit = 300
