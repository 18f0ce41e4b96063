import type { ComponentType } from 'react'
import { pageNotFound } from '#platform/web/navigation/not-found.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { ThemeSwitch } from '#platform/web/ui/page/theme-switch.tsx'
import { actionExamples } from './actions.tsx'
import css from './dev-ui.module.css'
import { dishCardExamples } from './dishes.tsx'
import { formExamples } from './forms.tsx'
import { noticeExamples } from './notices.tsx'
import { pictureExamples } from './pictures.tsx'

export const handle: Handle = { head: () => ({ title: 'Parts', noindex: true }) }

/** The page exists only in development and on servers that were started with YOLO_PARTS=1, as the tests do. */
export function loader() {
  if (import.meta.env.SSR && !import.meta.env.DEV && process.env.YOLO_PARTS !== '1')
    throw pageNotFound()
}

/** The parts of the user interface by name, each shown in every state. */
const parts: Record<string, ComponentType> = {
  ...dishCardExamples,
  ...pictureExamples,
  ...actionExamples,
  ...formExamples,
  ...noticeExamples,
}

export const Component = () => (
  <>
    <Content>
      <Stack gap={7}>
        <Stack gap={3}>
          <h1>Parts</h1>
          <p>All that a screen may be made of, in all its states.</p>
          <ThemeSwitch />
        </Stack>
        {Object.entries(parts).map(([name, Part]) => (
          <section
            key={name}
            className={css.part}
            aria-label={name}
            id={name.toLowerCase().replaceAll(' ', '-')}
          >
            <h2 className={css.name}>{name}</h2>
            <Part />
          </section>
        ))}
      </Stack>
    </Content>
    <JumpToTop afterScreens={1} />
  </>
)
