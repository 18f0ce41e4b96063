import { reportHideThreshold } from '#domain/reports.ts'
import css from './threshold.module.css'

export const ReportThresholdNote = () => (
  <p className={css.about}>
    The threshold is {reportHideThreshold} reports: from then on the dish is hidden from the lists.
  </p>
)

export const hiddenText = ({ hidden }: { hidden: boolean }) => (hidden ? 'Hidden' : 'Still shown')
