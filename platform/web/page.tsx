import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PageHead } from './head.tsx'
import { tellPageShown } from './navigation/page-shown.ts'

/** Rendered below the layout's error boundary, so that a failed page sets no title. */
export function Page() {
  const { pathname, search } = useLocation()
  useEffect(tellPageShown, [pathname, search])
  return (
    <>
      <PageHead />
      <Outlet />
    </>
  )
}
