import type { ReactNode } from 'react'

type Props = {
  /** The JSON that the browser's script reads (page-data.ts). */
  data: string
  /** Called when the server renders the page, for what preloads its files. */
  preload?: () => ReactNode
  children: ReactNode
}

/** The whole HTML page. The Content-Security-Policy forbids inline code and inline styles. */
export function Document({ data, preload, children }: Props) {
  return (
    // theme.js sets attributes of <html> before the page is hydrated.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <script src="/theme.js" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf5ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17110d" />
        {preload?.()}
      </head>
      <body>
        <div id="root">{children}</div>
        <script
          type="application/json"
          id="page-data"
          dangerouslySetInnerHTML={{ __html: data }}
          suppressHydrationWarning
        />
      </body>
    </html>
  )
}
