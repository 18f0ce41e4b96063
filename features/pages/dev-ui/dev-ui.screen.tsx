import { pageNotFound } from '#platform/web/not-found.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { ThemeSwitch } from '#platform/web/ui/page/theme-switch.tsx'
import { Actions } from './actions.tsx'
import { Dishes } from './dishes.tsx'
import { Forms } from './forms.tsx'
import { Notices } from './notices.tsx'
import { Pictures } from './pictures.tsx'

export const handle: Handle = { head: () => ({ title: 'Parts', noindex: true }) }

/** Only a server that runs in development, or was started with YOLO_PARTS=1 as by the tests, has this page. */
export function loader() {
  if (import.meta.env.SSR && !import.meta.env.DEV && process.env.YOLO_PARTS !== '1')
    throw pageNotFound()
}

/** Every part in every state. */
export const Component = () => (
  <>
    <Content>
      <Stack gap={7}>
        <Stack gap={3}>
          <h1>Parts</h1>
          <p>All that a screen may be made of, in all its states.</p>
          <ThemeSwitch />
        </Stack>
        <Dishes />
        <Pictures />
        <Actions />
        <Forms />
        <Notices />
      </Stack>
    </Content>
    <JumpToTop afterScreens={1} />
  </>
)
