/**
 * Number of members' reports that hide a dish or a restaurant; an admin's report is enough by itself (rules: reports).
 * Triggers in reports.sql apply it whenever a report changes.
 */
export const reportHideThreshold = 5
