import type { Call } from './core/call.ts'
import { type Import, sheetOf } from './core/importCall.ts'
import { devices } from './device/device.ts'
import { models } from './device/model.ts'
import { organizations } from './organization/organization.ts'
import { areas } from './timezone/area.ts'
import { users } from './user/user.ts'
import { vendors } from './vendor/vendor.ts'

/** The lists that take rows of a sheet. */
const imports: readonly Import[] = [
  sheetOf(vendors, {
    key: 'code',
    columns: {
      code: 'vendor.code',
      name: 'vendor.name',
      country: 'vendor.country',
      contact: 'vendor.contact',
      email: 'vendor.email',
      phone: 'vendor.phone',
      website: 'vendor.website',
      supportUrl: 'vendor.supportUrl',
      snRule: 'vendor.snRule',
      warrantyMonths: 'vendor.warrantyMonths',
      address: 'vendor.address',
      remark: 'vendor.remark',
    },
  }),
  sheetOf(areas, {
    key: 'code',
    words: { type: 'area.type' },
    columns: {
      code: 'area.code',
      name: 'area.name',
      type: 'area.type',
      parentId: 'area.parent',
      timezoneId: 'area.timezone',
      iso2: 'area.iso2',
      iso3: 'area.iso3',
      phoneCode: 'area.phoneCode',
      currency: 'area.currency',
      sort: 'area.sort',
      remark: 'area.remark',
    },
  }),
  sheetOf(models, {
    key: 'code',
    words: { osType: 'category.os' },
    columns: {
      code: 'model.code',
      name: 'model.name',
      vendorId: 'model.vendor',
      categoryId: 'model.category',
      osType: 'model.osType',
      screen: 'model.screen',
      cpuAbi: 'model.cpuAbi',
      ramMb: 'model.ramMb',
      storageMb: 'model.storageMb',
      batteryMah: 'model.batteryMah',
      snRule: 'model.snRule',
      heartbeatSeconds: 'model.heartbeat',
      endOfSupport: 'model.endOfSupport',
      remark: 'model.remark',
    },
  }),
  sheetOf(organizations, {
    key: 'code',
    words: { type: 'organization.type' },
    columns: {
      code: 'organization.code',
      name: 'organization.name',
      type: 'organization.type',
      parentId: 'organization.parent',
      areaId: 'organization.area',
      timezoneId: 'organization.timezone',
      contact: 'organization.contact',
      email: 'organization.email',
      phone: 'organization.phone',
      company: 'organization.company',
      address: 'organization.address',
      postcode: 'organization.postcode',
      deviceQuota: 'organization.deviceQuota',
      remark: 'organization.remark',
    },
  }),
  sheetOf(users, {
    key: 'userName',
    columns: {
      userName: 'user.userName',
      realName: 'user.realName',
      email: 'user.email',
      phone: 'user.phone',
      orgId: 'user.organization',
      roleIds: 'user.roles',
      vendorId: 'user.vendor',
      language: 'user.language',
      timeZone: 'user.timeZone',
      validFrom: 'user.validFrom',
      validTo: 'user.validTo',
      remark: 'user.remark',
    },
  }),
  sheetOf(devices, {
    key: 'sn',
    columns: {
      sn: 'device.sn',
      modelId: 'device.model',
      orgId: 'device.organization',
      name: 'device.name',
      tid: 'device.tid',
      mid: 'device.mid',
      imei: 'device.imei',
      batchNo: 'device.batchNo',
      remark: 'device.remark',
    },
  }),
]

/** The import of a list, by the path of its page; null where the list takes none. */
export const importOf = (page: Pick<Call, 'path'>): Import | null =>
  imports.find(({ of }) => of.page.path === page.path) ?? null
