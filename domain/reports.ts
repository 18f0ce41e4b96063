/** Number of counting members' reports that hide a dish or a restaurant (features/moderation/moderation.sql). */
export const reportHideThreshold = 5
