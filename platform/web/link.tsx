import {
  Link as RouterLink,
  NavLink as RouterNavLink,
  type LinkProps,
  type NavLinkProps,
} from 'react-router'

/** A link to a page of this site; the change is animated where the browser can. */
export const Link = (props: LinkProps) => <RouterLink viewTransition discover="none" {...props} />

export const NavLink = (props: NavLinkProps) => (
  <RouterNavLink viewTransition discover="none" {...props} />
)
