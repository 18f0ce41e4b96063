import { Outlet } from 'react-router'
import { PageHead } from './head.tsx'

/** Stands below the layout's error boundary, so that a page that failed brings no title of its own. */
export const Page = () => (
  <>
    <PageHead />
    <Outlet />
  </>
)
