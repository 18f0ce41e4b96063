import { escapeHtml } from '#platform/text/escape-html.ts'
import { jsonForHtml, type CollectedHead, type HeadTag } from '../head.tsx'
import type { Assets, PageData } from './page-data.ts'

/**
 * Returns the whole HTML page around the rendered content. Because of the Content-Security-Policy it contains no inline
 * code and no inline styles.
 */
export function renderDocument(
  { head, content }: { head: CollectedHead; content: string },
  page: PageData,
  assets: Assets,
  preloads: string[],
): string {
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
<title>${escapeHtml(head.title)}</title>${head.tags.map(htmlOf).join('')}
</head>
<body><div id="root">${content}</div>
<script type="application/json" id="page-data">${jsonForHtml(page)}</script>
</body>
</html>
`
}

function htmlOf({ name, attributes }: HeadTag): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${pairs.join('')}>`
}
