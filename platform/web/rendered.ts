/** Runs a call in process as the visitor; throws an error with `status`, `code` and `message`. */
export type ServerApi = (route: string, input: object) => Promise<unknown>

/** Where the browser's build put its files. */
export type Assets = {
  /** Tags for the sheet, the theme and the entry. */
  head: string
  /** The chunks of a screen, by its source file. */
  preloads(source: string): string[]
}

/** Sign in with Apple, with the demo's stand-in for it, or not at all. */
type AppleOffer = 'apple' | 'stand-in' | null

/** What the settings say about the site, for every page. */
export type SiteFacts = {
  /** Where the site is reached. */
  origin: string
  /** The address of whoever runs it. */
  contact: string
  /** Its pages elsewhere. */
  social: string[]
  apple: AppleOffer
}

/** What the server hands to the browser inside the page; `hydration` is null where the browser draws alone. */
export type PageData = {
  site: SiteFacts
  hydration: {
    loaderData: Record<string, unknown>
    errors: Record<string, unknown> | null
  } | null
}

export type Rendered = {
  status: number
  html: string
  redirect?: string
  /** What broke while drawing: for the log, never for the page. */
  error?: unknown
}

export type Render = (
  request: Request,
  api: ServerApi,
  assets: Assets,
  site: SiteFacts,
) => Promise<Rendered>
