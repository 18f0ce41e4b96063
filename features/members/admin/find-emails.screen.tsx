import { useState } from 'react'
import { AdminPage } from '#features/admin/frame.tsx'
import { QueryState, saveCsv, useAdminQuery } from '#features/admin/table.tsx'
import type { ChosenCity } from '#features/places/chosen.ts'
import { CityField } from '#features/places/city-field.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import css from './find-emails.module.css'

export const handle: Handle = { title: 'Find e-mails', browserOnly: true }

export const Component = () => (
  <AdminPage title="Find e-mails">
    <FindEmails />
  </AdminPage>
)

function FindEmails() {
  const [city, setCity] = useState<ChosenCity | null>(null)
  return (
    <>
      <p className="quiet">
        Members within 50 miles of a city who agreed to mails about their area. Each look-up is
        audited.
      </p>
      <div className={css.city}>
        <CityField city={city?.name ?? ''} onPlace={setCity} onClear={() => setCity(null)} />
      </div>
      {city && <Found key={city.name} city={city} />}
    </>
  )
}

function Found({ city: { name, latitude, longitude } }: { city: ChosenCity }) {
  const query = useAdminQuery('GET /users-nearby', { latitude, longitude })
  const emails = query.data
  if (!emails) return <QueryState query={query} />
  const save = () => saveCsv(name, [['Email'], ...emails.map((email) => [email])])
  return (
    <section aria-label={`E-mails near ${name}`}>
      <Row spread>
        <p aria-live="polite">
          {emails.length === 0
            ? 'No users found.'
            : `${countWithNoun(emails.length, 'e-mail')} near ${name}`}
        </p>
        <Button variant="secondary" size="small" disabled={emails.length === 0} onClick={save}>
          Export CSV
        </Button>
      </Row>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too */}
      <ul className={css.box} tabIndex={0} aria-label="E-mails">
        {emails.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
    </section>
  )
}
