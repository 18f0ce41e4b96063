import type { Handle } from '#platform/web/screen.tsx'
import { LegalPage } from './legal-page.tsx'
import { terms } from './terms-sections.tsx'

export const handle: Handle = {
  title: 'Terms of use',
  description:
    'Who may use Yolo, what you may post, what happens to it, and how disagreements are settled.',
}

export const Component = () => (
  <LegalPage
    title="Terms of use"
    updated={{ date: '2021-08-26', words: 'August 26, 2021' }}
    sections={terms}
  >
    <p>
      Yolo is a place to say which dishes are worth going out for. These are the rules for being
      here, in plain words. By using the site you agree to them; if you don’t, please don’t use it.
    </p>
  </LegalPage>
)
