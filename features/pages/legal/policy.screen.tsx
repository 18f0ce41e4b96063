import type { Handle } from '#platform/web/screen.tsx'
import { LegalPage } from './legal-page.tsx'
import { policy } from './policy-sections.tsx'

export const handle: Handle = {
  title: 'Privacy policy',
  description:
    'What Yolo knows about you, why, who else sees it, and how to see, change or delete it.',
}

export const Component = () => (
  <LegalPage title="Privacy policy" sections={policy}>
    <p>
      We keep what the site needs to work and nothing to sell. There are no advertisements here and
      no trackers.
    </p>
  </LegalPage>
)
