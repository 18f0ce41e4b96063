import { ReportButton } from './report-button.tsx'

type Props = {
  userId: number
  userName: string
  /** Shows the log-in first. */
  ask: (why: string, after: () => void) => void
}

/** At the foot of a member's page. */
export const ReportMember = ({ userId, userName, ask }: Props) => (
  <ReportButton things={[{ kind: 'member', id: userId, words: userName }]} ask={ask}>
    {`Report ${userName}`}
  </ReportButton>
)
