import type { Handle } from '#platform/web/screen.tsx'
import { LegalPage } from './legal-page.tsx'
import text from './terms.md?raw'

export const handle: Handle = {
  title: 'Terms of use',
  description:
    'Who may use Yolo, what you may post, what happens to it, and how disagreements are settled.',
}

export const Component = () => (
  <LegalPage text={text} updated={<time dateTime="2021-08-26">August 26, 2021</time>} />
)
