import { of, type Kind, cream, tomato, leaf } from './motif-colours.ts'

// One drawing per category, cut out of flat paper, within a square of 100 round the origin.

export function wine(kind: Kind) {
  const [glass, bottle] = of(
    kind,
    ['#d2315a', '#274a37'],
    ['#f0d57c', '#7b8f3f'],
    ['#ff9d9d', '#d98c8c'],
  )
  return (
    <>
      <path
        d="M20-50H32V-28Q44-22 44-10V42Q44 47 39 47H13Q8 47 8 42V-10Q8-22 20-28Z"
        fill={bottle}
      />
      <rect x="8" y="0" width="36" height="26" fill={cream} />
      <path d="M14 8H36M14 15H28" stroke="#c9a36a" strokeWidth="3" />
      <rect x="19" y="-50" width="14" height="11" rx="2" fill="#d8a63f" />
      <path
        d="M-46-32H2C6 2-8 10-18 11V39H-8Q-4 39-4 45H-40Q-40 39-36 39H-26V11C-36 10-50 2-46-32Z"
        fill="#ffe9ec"
      />
      <path d="M-45-14H1C1 0-10 6-22 6S-45 0-45-14Z" fill={glass} />
      <path d="M-38-26Q-40-16-37-9" stroke="#fff" strokeWidth="4" fill="none" />
    </>
  )
}

export function cocktail(kind: Kind) {
  const [high, deep] = of(
    kind,
    ['#ff9d5c', '#f26b5b'],
    ['#c9e27a', '#7fb84f'],
    ['#8fd3e8', '#4a9fd0'],
  )
  return (
    <>
      <circle cx="30" cy="-28" r="16" fill="#f9a13a" />
      <circle cx="30" cy="-28" r="11.5" fill="#ffd08a" />
      <path d="M30-40V-16M19-34 41-22M41-34 19-22" stroke="#f9a13a" strokeWidth="2.5" />
      <path d="M-44-30H44L4 14V38H16Q24 38 24 46H-24Q-24 38-16 38H-4V14Z" fill="#fff1ea" />
      <path d="M-30-18H30L0 13Z" fill={high} />
      <path d="M-16-4H16L0 13Z" fill={deep} />
      <path d="M-34-46 8-6" stroke="#8a4b21" strokeWidth="3" />
      <circle cx="-12" cy="-25" r="7" fill={leaf} />
      <circle cx="-1" cy="-14" r="6" fill={tomato} />
    </>
  )
}

export function beer(kind: Kind) {
  const [ale, light] = of(
    kind,
    ['#f5ad2e', '#ffd070'],
    ['#6b3a1c', '#8f5630'],
    ['#d9702b', '#f09a55'],
  )
  return (
    <>
      <path
        d="M24-16H36Q46-16 46-6V18Q46 28 36 28H24"
        stroke="#fff1d0"
        strokeWidth="8"
        fill="none"
      />
      <path d="M-34-24H30V40Q30 47 23 47H-27Q-34 47-34 40Z" fill={ale} />
      <path d="M-24-8V38M-8-8V38M8-8V38M22-8V38" stroke={light} strokeWidth="5" />
      <path
        d="M-36-18C-46-22-44-36-34-36-32-48-16-50-10-43-2-52 14-50 18-42 30-46 40-34 34-24 36-16 28-12 24-16V4Q20 10 16 4V-14H-22V-4Q-26 2-30-4V-16Z"
        fill="#fffaf0"
      />
    </>
  )
}

export function coffee(kind: Kind) {
  const [cup, saucer] = of(kind, ['#fffdf8', cream], ['#c9e0dc', '#e6f1ee'], ['#e2574c', '#f7c7b8'])
  return (
    <>
      <circle r="48" fill={saucer} />
      <circle r="39" fill="#efdcbd" />
      <path d="M24-24 44-44" stroke={cup} strokeWidth="12" />
      <circle r="31" fill={cup} />
      <circle r="25.5" fill="#7b4526" />
      <path d="M0 19C-20 6-18-8-9-9-4-9-1-6 0-3 1-6 4-9 9-9 18-8 20 6 0 19Z" fill="#f4dcb4" />
      <path d="M0 12C-11 4-10-3-5-3-2-3 0-1 0 1 0-1 2-3 5-3 10-3 11 4 0 12Z" fill="#a8683c" />
      <path d="M-14-12Q0-22 14-12" stroke="#f4dcb4" strokeWidth="3.5" fill="none" />
    </>
  )
}

export function cooler(kind: Kind) {
  const [high, deep] = of(
    kind,
    ['#f6c33c', '#ee7f3b'],
    ['#f79bb0', '#e0557c'],
    ['#cfe58a', '#8fbf5a'],
  )
  return (
    <>
      <path d="M6-30 16-52 30-50" stroke={tomato} strokeWidth="5" fill="none" />
      <path d="M-29-30H29L22 42Q21 48 15 48H-15Q-21 48-22 42Z" fill="#fdfbea" />
      <path d="M-26-14H26L20 40Q20 43 16 43H-16Q-20 43-20 40Z" fill={high} />
      <path d="M-23 12H23L20 40Q20 43 16 43H-16Q-20 43-20 40Z" fill={deep} />
      <rect
        x="-17"
        y="-10"
        width="15"
        height="15"
        rx="3"
        fill="#fff3c4"
        transform="rotate(-14 -10 -2)"
      />
      <rect x="4" y="-4" width="14" height="14" rx="3" fill="#fff3c4" transform="rotate(18 11 3)" />
      <path d="M6-30 0 38" stroke={tomato} strokeWidth="5" opacity=".55" />
      <circle cx="-27" cy="-30" r="15" fill="#f2d02e" />
      <circle cx="-27" cy="-30" r="11" fill="#fff3a0" />
      <path d="M-27-41V-19M-37-35-17-25M-17-35-37-25" stroke="#f2d02e" strokeWidth="2.5" />
    </>
  )
}
