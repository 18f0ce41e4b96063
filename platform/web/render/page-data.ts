import type { RunCall } from '#platform/contract/wire.ts'
import type { PageSettings } from '#platform/server/settings.ts'

/** Addresses of the files of the browser's build. */
export type Assets = {
  style: string
  fonts: string[]
  /** The entry script. */
  script: string
  /** The chunks that every page needs. */
  chunks: string[]
  /** Returns the addresses of the chunks that a screen needs, by its source file. */
  preloads(source: string): string[]
}

/** Data that the server puts into the page. `hydration` is null if only the browser renders the page. */
export type PageData = {
  site: PageSettings
  hydration: {
    loaderData: Record<string, unknown>
    errors: Record<string, unknown> | null
  } | null
}

export type RenderedPage = {
  status: number
  html: string
  redirect?: string
  /** The error that occurred during rendering. It is logged and never shown on the page. */
  error?: unknown
}

export type Render = (
  request: Request,
  api: RunCall,
  assets: Assets,
  site: PageSettings,
) => Promise<RenderedPage>
