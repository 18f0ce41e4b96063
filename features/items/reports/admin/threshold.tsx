import css from './threshold.module.css'

/** As many reports of verified members hide what they are about (rules: reports). */
const threshold = 5

export const Threshold = ({ of }: { of: 'dish' | 'restaurant' }) => (
  <p className={css.about}>
    The threshold is {threshold} reports: from then on the {of} is hidden from the lists.
  </p>
)

export const hiddenText = ({ hidden }: { hidden: boolean }) => (hidden ? 'Hidden' : 'Still shown')
