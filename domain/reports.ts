/**
 * So many members' reports hide a dish or a restaurant, or an admin's alone (rules: reports). Triggers weigh what
 * stands at each change of a report (reports.sql), so that of two last reports at once the second sees the first.
 */
export const reportsThatHide = 5
