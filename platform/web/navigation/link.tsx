import type { ComponentProps, MouseEvent } from 'react'
import {
  type LinkProps as RouterLinkProps,
  useHref,
  useLinkClickHandler,
  useLocation,
  useResolvedPath,
} from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<RouterLinkProps, 'to' | 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'>

/**
 * A link to a page of this site, with an animated transition in browsers that support it. Addresses of other sites,
 * `tel:` and `mailto:` become plain links. The router's own <Link> isn't used because it includes code that only the
 * router's framework mode needs.
 */
export function Link({ to, onClick, children, ...props }: LinkProps) {
  const { replace, state, preventScrollReset, viewTransition = true, ...rest } = props
  const how = { replace, state, preventScrollReset, viewTransition, target: rest.target }
  const away = typeof to === 'string' && /^[a-z][a-z+.-]*:/i.test(to) && to
  const follow = useLinkClickHandler(away ? '' : to, how)
  const here = useHref(away ? '' : to)
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!away && !event.defaultPrevented) follow(event)
  }
  return (
    <a {...rest} href={away || here} onClick={click}>
      {children}
    </a>
  )
}

/** A menu's link, marked while the current page is its target or below it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const to = useResolvedPath(props.to).pathname
  const here = pathname === to || pathname.startsWith(`${to}/`)
  return <Link {...props} aria-current={here ? 'page' : undefined} />
}
