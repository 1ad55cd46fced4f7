import { models } from '@muster/contract'
import type { PickerGroup } from './usePicker.ts'

/** The models that a picker offers beside a vendor: its own, or all as long as none is chosen. */
export const modelsOf = (vendorId: unknown): PickerGroup =>
  typeof vendorId === 'string' && vendorId !== ''
    ? { list: models.list, where: { vendorId } }
    : models
