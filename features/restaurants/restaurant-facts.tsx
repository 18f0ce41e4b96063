import { useEffect, useState } from 'react'
import { Globe, Map as MapIcon, Phone } from 'lucide-react'
import { LinkButton } from '#platform/web/ui/button.tsx'
import type { Restaurant } from './contract.ts'
import { type LocalTime, minuteOfWeek } from '#domain/hours/opening-hours.ts'
import { dayHoursText, hoursNowText, isOpen, weekHours } from './hours.ts'
import styles from './restaurant.module.css'
import { telephoneUrl } from './contact.ts'

type Props = { restaurant: Restaurant; now: LocalTime }

/**
 * Returns the time at the restaurant, updated every 30 seconds. It is `start` at first, so that server and browser
 * render the same, and because a phone takes some milliseconds to set up a time zone. A page from this device has the
 * time of when it was kept, so there the time is read at once.
 */
function useLocalTime(start: LocalTime, timeZone: string): LocalTime {
  const [{ since, now }, setTime] = useState({ since: start, now: start })
  useEffect(() => {
    const read = () => setTime({ since: start, now: minuteOfWeek(new Date(), timeZone) })
    const timer = setInterval(read, 30_000)
    return () => clearInterval(timer)
  }, [start, timeZone])
  // Another restaurant, or this one loaded again, has a `start` of its own.
  return since === start ? now : start
}

/** Shows whether the restaurant is open now in its time zone, and today's hours or until when. */
export function OpenStatusToday({ restaurant: { openingHours, timeZone, closed }, now }: Props) {
  const time = useLocalTime(now, timeZone)
  if (closed || !openingHours) return null
  const open = isOpen(openingHours, time)
  return (
    <p className={styles.today}>
      <span className={styles.state} data-open={open || undefined}>
        {open ? 'Open now' : 'Closed now'}
      </span>{' '}
      <a href="#hours">{hoursNowText(openingHours, time)}</a>
    </p>
  )
}

export function OpeningHoursTable({ restaurant: { openingHours, timeZone }, now }: Props) {
  const { day: today } = useLocalTime(now, timeZone)
  if (!openingHours) return <p className={styles.missing}>NOT FOUND</p>
  return (
    <table className={styles.week}>
      <caption className="visually-hidden">Opening hours</caption>
      <tbody>
        {weekHours(openingHours).map(({ day, spans }) => (
          <tr key={day} aria-current={day === today ? 'date' : undefined}>
            <th scope="row">{day}</th>
            <td>
              {spans.length > 1
                ? spans.map((span) => <span key={span}>{span}</span>)
                : dayHoursText(spans)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ContactLinks({ restaurant }: { restaurant: Restaurant }) {
  const { website, phone, latitude, longitude } = restaurant
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
  const shape = { variant: 'secondary', size: 'small', wide: true } as const
  const elsewhere = { ...shape, target: '_blank' }
  return (
    <ul className={styles.ways}>
      <li>
        {website ? (
          <LinkButton {...elsewhere} to={website} rel="noopener nofollow" icon={<Globe />}>
            Website
          </LinkButton>
        ) : (
          <Missing icon={<Globe />} name="Website" />
        )}
      </li>
      <li>
        {phone ? (
          <LinkButton {...shape} to={telephoneUrl(phone)} icon={<Phone />}>
            Call <span className="visually-hidden">{phone}</span>
          </LinkButton>
        ) : (
          <Missing icon={<Phone />} name="Phone" />
        )}
      </li>
      <li>
        <LinkButton {...elsewhere} to={map} rel="noopener" icon={<MapIcon />}>
          Map
        </LinkButton>
      </li>
    </ul>
  )
}

const Missing = ({ icon, name }: { icon: React.ReactNode; name: string }) => (
  <p className={styles.missing}>
    {icon}
    <span className="visually-hidden">{name}: </span>
    NOT FOUND
  </p>
)
