import { jsonForHtml } from '../head.tsx'
import type { Assets, PageData } from './page-data.ts'

// React writes the tags that belong in the head before everything else.
const hoisted = /^(?:<(?:meta|link)\b[^>]*>|<title>[^<]*<\/title>)*/

/**
 * Returns the whole HTML page around React's output. Because of the Content-Security-Policy it contains no inline code
 * and no inline styles.
 */
export function documentOf(
  content: string,
  page: PageData,
  assets: Assets,
  preloads: string[],
): string {
  const head = hoisted.exec(content)?.[0] ?? ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
${assets.head}${preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('')}
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf5ea">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17110d">
${head}
</head>
<body><div id="root">${content.slice(head.length)}</div>
<script type="application/json" id="page-data">${jsonForHtml(page)}</script>
</body>
</html>
`
}
