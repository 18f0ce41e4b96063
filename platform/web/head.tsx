import { createContext, use, useLayoutEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { PageSettings } from '#platform/server/settings.ts'
import type { Handle } from './screen.tsx'

export type HeadContent = {
  title?: string
  description?: string
  /** A path of this site. Defaults to the page's own path without its query. */
  canonical?: string
  /** Path of the picture for shared links, 1200 × 630 pixels. Defaults to the site's picture. */
  image?: string
  /** Asks search engines not to list the page. A shared link to it has a preview only if `image` is given. */
  noindex?: boolean
  /** schema.org data, for pages that search engines may list. */
  schema?: object
}

export type GetHeadContent = (facts: {
  data: any
  params: Record<string, string | undefined>
  url: Pick<URL, 'pathname' | 'search'>
}) => HeadContent

export const productName = 'Yolo'
const sitePicture = '/og/site.png'
/** The site's facts and the reader's unit of distance. render.tsx and start.tsx provide them to every page. */
export const SiteContext = createContext({} as PageSettings)

/** Returns JSON for a `<script>` element, escaped so that nothing in it can end the element (docs/safety.md, S20). */
export const jsonForHtml = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Gives the page its title, description and addresses, from its deepest route. */
export function PageHead() {
  const match = useMatches().findLast(({ handle }) => handle)
  const url = useLocation()
  const { head, members, browserOnly, ...fixed } = (match?.handle ?? {}) as Handle
  const found = head?.({ data: match?.loaderData, params: match?.params ?? {}, url })
  const hidden = members || browserOnly
  return <HeadTags {...(hidden ? { noindex: true } : {})} {...fixed} {...found} />
}

/**
 * Where the server collects the title and the tags of the page that it renders, because React doesn't render `<head>`.
 */
export const HeadContext = createContext<CollectedHead | null>(null)
export type CollectedHead = { title: string; tags: HeadTag[] }

export type HeadTag = { name: 'meta' | 'link'; attributes: Record<string, string> }

/** Puts a title and tags into `<head>`: on the server through HeadContext, in a browser after rendering. */
export function HeadTags(head: HeadContent) {
  const { origin } = use(SiteContext)
  const { pathname } = useLocation()
  const collected = use(HeadContext)
  const title = head.title ? `${head.title} · ${productName}` : productName
  const tags = tagsOf(head, origin, pathname)
  if (collected) Object.assign(collected, { title, tags })
  useLayoutEffect(() => showHead(title, tags))
  if (!head.schema || head.noindex) return null
  const schema = jsonForHtml({ '@context': 'https://schema.org', ...head.schema })
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: schema }} />
}

function tagsOf(head: HeadContent, origin: string, pathname: string): HeadTag[] {
  const { title = productName, description, canonical, image, noindex } = head
  const meta = (attributes: Record<string, string>): HeadTag => ({ name: 'meta', attributes })
  const property = (name: string, content: string) => meta({ property: name, content })
  const described = description ? [meta({ name: 'description', content: description })] : []
  const address = origin + (canonical ?? pathname)
  const listed: HeadTag = noindex
    ? meta({ name: 'robots', content: 'noindex' })
    : { name: 'link', attributes: { rel: 'canonical', href: address } }
  if (noindex && !image) return [...described, listed]
  return [
    ...described,
    listed,
    property('og:url', address),
    property('og:site_name', productName),
    property('og:type', 'website'),
    property('og:title', title),
    ...(description ? [property('og:description', description)] : []),
    property('og:image', origin + (image ?? sitePicture)),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    meta({ name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

// Selects the tags that `tagsOf` returns. The other tags in `<head>` are the same on all pages.
const ofPage =
  'meta:is([name="description"],[name="robots"],[name="twitter:card"],[property]),link[rel="canonical"]'

function showHead(title: string, tags: HeadTag[]): void {
  document.title = title
  const shown = [...document.head.querySelectorAll(ofPage)]
  const wanted = tags.map(({ name, attributes }) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  })
  const isShown =
    shown.length === wanted.length && shown.every((tag, at) => tag.isEqualNode(wanted[at]!))
  if (isShown) return
  for (const tag of shown) tag.remove()
  document.head.append(...wanted)
}
