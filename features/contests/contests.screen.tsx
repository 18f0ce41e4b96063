import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Content, List, Stack } from '#platform/web/ui/page/layout.tsx'
import { contestPath, stateText } from './contest-texts.ts'

export const loader = ({ api }: LoaderArgs) => api('GET /contests', {})

export const handle: Handle = {
  title: 'Contests',
  description: 'What there is to be won, and what was won.',
}

export function Component() {
  const all = useScreenData<typeof loader>()
  return (
    <Content width="list">
      <Stack gap={5}>
        <h1>Contests</h1>
        <List>
          {all.map((contest) => (
            <li key={contest.id}>
              <Link to={contestPath(contest)} className="lone-link">
                {contest.title}
              </Link>
              <p>{stateText(contest)}</p>
            </li>
          ))}
        </List>
      </Stack>
    </Content>
  )
}
