import { Outlet } from 'react-router'
import { PageHead } from './head.tsx'

/** Rendered below the layout's error boundary, so that a failed page sets no title. */
export const Page = () => (
  <>
    <PageHead />
    <Outlet />
  </>
)
