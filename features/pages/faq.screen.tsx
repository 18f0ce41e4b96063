import type { Handle } from '#platform/web/screen.tsx'
import text from './faq.md?raw'
import { TextPage } from './text-page.tsx'

export const handle: Handle = {
  title: 'How it works',
  description: 'Find the best dish near you, and put your own favorites on the list.',
}

export const Component = () => <TextPage text={text} />
