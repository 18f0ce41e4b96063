import type { Ask } from '#platform/contract/wire.ts'
import type { SiteFacts } from '#platform/server/settings.ts'

/** Where the browser's build put its files. */
export type Assets = {
  /** Tags for the sheet, the theme and the entry. */
  head: string
  /** The chunks of a screen, by its source file. */
  preloads(source: string): string[]
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

export type { Address } from './addresses.ts'

export type Render = (
  request: Request,
  api: Ask,
  assets: Assets,
  site: SiteFacts,
) => Promise<Rendered>
