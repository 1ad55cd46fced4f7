/**
 * What of a terminal an upgrade replaces. FIRMWARE and AGENT are what it tells with U-INFO anyway, the
 * others it tells there as `parts`.
 */
export const otherParts = ['OS', 'SP', 'KERNEL', 'BOOTLOGO', 'RESOURCE'] as const
export const upgradeParts = ['FIRMWARE', 'AGENT', ...otherParts] as const
export type UpgradePart = (typeof upgradeParts)[number]
