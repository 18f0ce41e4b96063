/** Our question as a whole product takes it. */
type Translation = (path: string) => { path: string; headers: Record<string, string> }

export const translations = {} satisfies Record<string, Translation> as Record<
  'parse' | 'strapi',
  Translation
>
