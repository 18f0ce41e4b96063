import type { Handle } from '#platform/web/screen.tsx'
import text from './about.md?raw'
import { TextPage } from './text-page.tsx'

export const handle: Handle = {
  title: 'About',
  description: 'Yolo tells you where to get the tastiest food in town in two clicks.',
}

export const Component = () => <TextPage text={text} />
