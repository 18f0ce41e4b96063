import { reportHideThreshold } from '#domain/reports.ts'
import css from './threshold.module.css'

export const ReportThresholdNote = ({ of }: { of: 'dish' | 'restaurant' }) => (
  <p className={css.about}>
    The threshold is {reportHideThreshold} reports: from then on the {of} is hidden from the lists.
  </p>
)

export const hiddenChoices = { true: 'Hidden', false: 'Still shown' }

export const hiddenText = ({ hidden }: { hidden: boolean }) => hiddenChoices[`${hidden}`]
