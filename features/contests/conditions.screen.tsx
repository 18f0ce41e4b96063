import { TextPage } from '#features/pages/text-page.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import text from './conditions.md?raw'

export const handle: Handle = {
  title: 'Contest disclaimer and conditions',
  description: 'Who can take part in our contests, what counts as an entry, and how one wins.',
}

export const Component = () => <TextPage text={text} />
