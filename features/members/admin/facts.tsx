import type { ReactNode } from 'react'
import { Link } from '#platform/web/link.tsx'
import { memberPage } from '#features/admin/links/member.ts'
import { dayText, momentText } from '#features/admin/table/column.ts'
import type { Story } from './member.screen.tsx'
import css from './members.module.css'

/** Who a member is: what is not known of them is left out. */
export function Facts({ member }: { member: Story['member'] }) {
  const day = (instant: string | null) => instant && dayText(instant)
  const names = [member.firstName, member.lastName].filter(Boolean).join(' ')
  const facts: [string, ReactNode][] = [
    ['Id', member.id],
    ['Name', names],
    ['E-mail', member.email],
    ['Asked to change it to', member.pendingEmail],
    ['Address verified', day(member.verifiedAt) ?? 'No'],
    ['Logs in with', member.platform === 'apple' ? 'Apple' : 'E-mail and password'],
    ['Vouched for by', member.vouchedBy.join(', ')],
    ['Joined', day(member.createdAt)],
    ['Last seen', member.lastSeenAt && momentText(member.lastSeenAt)],
    ['Near', member.place],
    ['Said to be old enough', day(member.ageCheckedAt)],
    ['Agreed to mails about their area', day(member.consentAt) ?? 'No'],
    ['Name changed', day(member.nameChangedAt)],
    [
      'Came by',
      member.referrer && <Link to={memberPage(member.referrer)}>{member.referrer.userName}</Link>,
    ],
    ['Disabled', day(member.disabledAt)],
    ['Account goes', day(member.deleteAt)],
    ['Taken down', day(member.takenDownAt)],
    ['Held', day(member.heldAt)],
    ['About them', member.bio],
  ]
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, said]) => Boolean(said))
        .map(([what, said]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{said}</dd>
          </div>
        ))}
    </dl>
  )
}
