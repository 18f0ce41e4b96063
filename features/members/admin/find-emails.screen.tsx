import { useState } from 'react'
import { CityField } from '#features/places/city-field.tsx'
import { statusText } from '#platform/web/api/status-text.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import type { Handle } from '#platform/web/screen.tsx'
import type { ChosenCity } from '#features/places/chosen.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { useSaveCsv } from '#features/admin/table/save-csv.ts'
import { useWholeList } from '#features/admin/table/use-list-pages.ts'
import css from './find-emails.module.css'

export const handle: Handle = { title: 'Find e-mails', browserOnly: true }

export const Component = () => (
  <AdminPage title="Find e-mails">
    <FindEmails />
  </AdminPage>
)

function FindEmails() {
  const [city, setCity] = useState<ChosenCity | null>(null)
  const unit = useDistanceUnit()
  return (
    <>
      <p className={css.about}>
        Verified members within {distanceInWords(50, unit)} of a city who agreed to mails about
        their area. Each look-up is written to the audit log.
      </p>
      <div className={css.city}>
        <CityField city={city?.name ?? ''} onPlace={setCity} onClear={() => setCity(null)} />
      </div>
      {city && <Found key={`${city.latitude} ${city.longitude}`} city={city} />}
    </>
  )
}

function Found({ city: { name, latitude, longitude } }: { city: ChosenCity }) {
  const saveCsv = useSaveCsv()
  const { answer, error, again, stale } = useWholeList(
    'GET /users-nearby',
    { latitude, longitude },
    (emails) => emails.map((email) => ({ email })),
  )
  if (!answer)
    return error ? (
      <TryAgain message={statusText(error)} onRetry={again} busy={stale} />
    ) : (
      <Skeleton lines={6} />
    )
  return (
    <section className={css.found} aria-label={`E-mails near ${name}`}>
      <div className={css.head}>
        <p aria-live="polite">
          {answer.length === 0
            ? 'No users found.'
            : `${countWithNoun(answer.length, 'e-mail')} near ${name}`}
        </p>
        <Button
          variant="secondary"
          size="small"
          disabled={answer.length === 0}
          onClick={() => void saveCsv(name, ['Email'], [answer.map((email) => [email])])}
        >
          Export CSV
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too */}
      <ul className={css.box} tabIndex={0} aria-label="E-mails">
        {answer.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
    </section>
  )
}
