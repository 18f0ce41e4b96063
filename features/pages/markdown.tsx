import { createElement, Fragment, use, type ReactNode } from 'react'
import { SiteContext } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'

/** What a text can contain in braces, such as `{lookedUp}`: sentences that depend on how the site is configured. */
const facts = {
  lookedUp: LookedUp,
  talksTo: TalksTo,
}

/**
 * Renders the site's own texts: headings, which can be followed by their id as `{#id}`, paragraphs, lists, links and
 * bold text. Blocks are separated by an empty line.
 */
export const Markdown = ({ text }: { text: string }) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((block) => <Block key={block} text={block} />)

function Block({ text }: { text: string }) {
  const heading = /^(#{1,3}) (.*?)(?: \{#([\w-]+)\})?$/.exec(text)
  if (heading) {
    const [, marks, title, id] = heading
    const Heading = `h${marks!.length}` as 'h1' | 'h2' | 'h3'
    return <Heading id={id}>{title}</Heading>
  }
  const [, ...items] = text.split(/^(?:-|\d+\.) +/m)
  if (items.length === 0) return <p>{inline(text)}</p>
  const List = text.startsWith('-') ? 'ul' : 'ol'
  return (
    <List>
      {items.map((item) => (
        <li key={item}>{inline(item.trim())}</li>
      ))}
    </List>
  )
}

function inline(text: string) {
  const parts = text.replaceAll(/\s+/g, ' ').split(/(\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*|\{\w+\})/)
  const isLink = parts.length === 3 && parts[0] === '' && parts[2] === ''
  const className = isLink ? 'lone-link' : undefined
  return createElement(Fragment, null, ...parts.map((part) => marked(part, className)))
}

function marked(part: string, className?: string): ReactNode {
  const [, label, to] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
  if (label && to?.startsWith('mailto:'))
    return (
      <Contact to={to} className={className}>
        {label}
      </Contact>
    )
  if (label && to)
    return (
      <Link to={to} className={className}>
        {label}
      </Link>
    )
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>
  const Fact = facts[part.slice(1, -1) as keyof typeof facts] as typeof LookedUp | undefined
  return Fact ? <Fact /> : part
}

type ContactProps = { to: string; className: string | undefined; children: string }

/** A `mailto:` link. The text leaves its address out, because it is the operator's, from the site's settings. */
function Contact({ to, className, children }: ContactProps) {
  const { contact } = use(SiteContext)
  return (
    <a href={to.replace(':', `:${contact}`)} className={className}>
      {children}
    </a>
  )
}

function LookedUp() {
  const { placeProviderName } = use(SiteContext)
  return placeProviderName
    ? `What you type to find a city or a restaurant goes from our server to ${placeProviderName}, without your name or address.`
    : 'Cities and restaurants are looked up on our own server.'
}

function TalksTo() {
  const { mapHosts } = use(SiteContext)
  if (mapHosts.length === 0) return 'Your browser talks to nobody but us.'
  const hosts = new Intl.ListFormat('en').format(mapHosts)
  return `Your browser talks to nobody but us, with one exception: where a page shows a map, it fetches the map’s ground from ${hosts}, who learn your internet address and which part of the map you look at, and nothing else of you.`
}
