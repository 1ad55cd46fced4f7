import { vendors } from '@muster/contract'
import type { Module } from '../module.ts'
import { vendorRoutes } from './vendor.routes.ts'
import { vendorImport } from './vendorImport.ts'

/** Vendors. */
export const vendorModule: Module = {
  routes: [vendorRoutes],
  exports: [vendors],
  imports: [vendorImport],
}
