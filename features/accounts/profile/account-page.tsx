import type { ReactNode } from 'react'
import { Content } from '#platform/web/ui/page/layout.tsx'
import css from './account-page.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode; aside?: ReactNode }

/** A screen for a single task, with a heading and a panel. */
export const AccountPage = ({ title, lead, children, aside }: Props) => (
  <Content width="narrow">
    <div className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </header>
      <div className={css.panel}>{children}</div>
      {aside && <div className={css.aside}>{aside}</div>}
    </div>
  </Content>
)
