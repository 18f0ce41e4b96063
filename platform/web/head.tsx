import { createContext, use } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import type { PageSettings } from '#platform/server/settings.ts'
import type { Handle } from './screen.tsx'

export type HeadContent = {
  title?: string
  description?: string
  /** A path of this site. Defaults to the page's own path without its query. */
  canonical?: string
  /** Path of the picture for shared links. Defaults to the site's picture. */
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
const sitePicture = '/share.png'

/** The site's facts and the reader's unit of distance, for every page. */
export const SiteContext = createContext({} as PageSettings)

/** Returns JSON for a `<script>` element, escaped so that nothing in it can end the element (docs/safety.md, S20). */
export const jsonForHtml = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A page and its head. It is below the layout's error boundary, so that a failed page sets no title. */
export const Page = () => (
  <>
    <PageHead />
    <Outlet />
  </>
)

/** Gives the page its title, description and addresses, from its deepest route. */
function PageHead() {
  const match = useMatches().findLast(({ handle }) => handle)
  const url = useLocation()
  const { head, members, browserOnly, ...fixed } = (match?.handle ?? {}) as Handle
  const found = head?.({ data: match?.loaderData, params: match?.params ?? {}, url })
  const hidden = members || browserOnly
  return <HeadTags {...(hidden ? { noindex: true } : {})} {...fixed} {...found} />
}

/** The title and the tags of a page. React puts them into `<head>`. */
export function HeadTags({ title, description, canonical, image, noindex, schema }: HeadContent) {
  const { origin } = use(SiteContext)
  const { pathname } = useLocation()
  const address = origin + (canonical ?? pathname)
  return (
    <>
      <title>{title ? `${title} · ${productName}` : productName}</title>
      {description && <meta name="description" content={description} />}
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      {(!noindex || image) && (
        <>
          <meta property="og:url" content={address} />
          <meta property="og:site_name" content={productName} />
          <meta property="og:type" content="website" />
          <meta property="og:title" content={title ?? productName} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:image" content={origin + (image ?? sitePicture)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {schema && !noindex && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            __html: jsonForHtml({ '@context': 'https://schema.org', ...schema }),
          }}
        />
      )}
    </>
  )
}
