/** Opening hours in OpenStreetMap's notation, which the importer converts. */
export const hours: Readonly<Record<string, string>> = {
  bakery: 'Tu-Fr 06:30-15:00; Sa,Su 07:00-14:00; Mo off',
  cafe: 'Mo-Fr 06:30-18:00; Sa,Su 07:30-17:00',
  diner: 'Mo-Su 06:00-14:30',
  lunch: 'Mo-Th 11:00-21:00; Fr,Sa 11:00-22:00; Su 12:00-20:00',
  split: 'Tu-Th 11:30-14:30,17:00-21:30; Fr,Sa 11:30-14:30,17:00-22:30; Su 12:00-20:00; Mo off',
  dinner: 'Tu-Th,Su 17:00-22:00; Fr,Sa 17:00-23:00; Mo off',
  bar: 'Mo-Th 16:00-24:00; Fr,Sa 15:00-02:00; Su 14:00-22:00',
  late: 'Mo-Su 11:00-02:00',
  allday: 'Mo-Th 08:00-22:00; Fr,Sa 08:00-23:00; Su 08:00-21:00',
  fast: 'Mo-Su 10:30-23:00',
  weekdays: 'Mo-Fr 10:30-19:30; Sa,Su off',
  always: '24/7',
}
