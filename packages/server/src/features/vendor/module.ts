import { vendorCertificates, vendorDocuments, vendors } from '@muster/contract'
import type { Module } from '../module.ts'
import { certificateRoutes } from './certificate/certificate.routes.ts'
import { certificateJobs } from './certificate/certificate.worker.ts'
import { certificateImport } from './certificate/certificateImport.ts'
import { documentRoutes } from './document/document.routes.ts'
import { documentJobs } from './document/document.worker.ts'
import { vendorEstateRoutes } from './vendorEstate.routes.ts'
import { vendorRoutes } from './vendor.routes.ts'
import { vendorImport } from './vendorImport.ts'

/** Vendors. */
export const vendorModule: Module = {
  routes: [vendorRoutes, vendorEstateRoutes, certificateRoutes, documentRoutes],
  jobs: [...certificateJobs, ...documentJobs],
  exports: [vendors, vendorCertificates, vendorDocuments],
  imports: [vendorImport, certificateImport],
}
