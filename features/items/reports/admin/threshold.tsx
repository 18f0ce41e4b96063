import css from './threshold.module.css'

/** Number of verified members' reports that hide a dish or a restaurant (rules: reports). */
const threshold = 5

export const Threshold = ({ of }: { of: 'dish' | 'restaurant' }) => (
  <p className={css.about}>
    The threshold is {threshold} reports: from then on the {of} is hidden from the lists.
  </p>
)

export const hiddenText = ({ hidden }: { hidden: boolean }) => (hidden ? 'Hidden' : 'Still shown')
