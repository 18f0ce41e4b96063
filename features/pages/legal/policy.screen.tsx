import type { Handle } from '#platform/web/screen.tsx'
import { LegalPage } from './legal-page.tsx'
import text from './policy.md?raw'

export const handle: Handle = {
  title: 'Privacy policy',
  description:
    'What Yolo knows about you, why, who else sees it, and how to see, change or delete it.',
}

export const Component = () => <LegalPage text={text} />
