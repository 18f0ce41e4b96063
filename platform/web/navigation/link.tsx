import {
  Link as RouterLink,
  type LinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps,
} from 'react-router'

export type { LinkProps }

/**
 * A link, with an animated transition in browsers that support it. Addresses of other sites, `tel:` and `mailto:` work
 * too.
 */
export const Link = (props: LinkProps) => <RouterLink viewTransition discover="none" {...props} />

/** A menu's link, marked while the current page is its target or below it. */
export const NavLink = (props: NavLinkProps) => (
  <RouterNavLink viewTransition discover="none" {...props} />
)
