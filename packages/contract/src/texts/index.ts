import arArea from './ar-IQ/area.json' with { type: 'json' }
import arCategory from './ar-IQ/category.json' with { type: 'json' }
import arClient from './ar-IQ/client.json' with { type: 'json' }
import arCommand from './ar-IQ/command.json' with { type: 'json' }
import arCustomize from './ar-IQ/customize.json' with { type: 'json' }
import arDevice from './ar-IQ/device.json' with { type: 'json' }
import arFrame from './ar-IQ/frame.json' with { type: 'json' }
import arDictionary from './ar-IQ/dictionary.json' with { type: 'json' }
import arDoor from './ar-IQ/door.json' with { type: 'json' }
import arImpersonation from './ar-IQ/impersonation.json' with { type: 'json' }
import arImport from './ar-IQ/import.json' with { type: 'json' }
import arKit from './ar-IQ/kit.json' with { type: 'json' }
import arLanguage from './ar-IQ/language.json' with { type: 'json' }
import arList from './ar-IQ/list.json' with { type: 'json' }
import arLog from './ar-IQ/log.json' with { type: 'json' }
import arMail from './ar-IQ/mail.json' with { type: 'json' }
import arMenu from './ar-IQ/menu.json' with { type: 'json' }
import arMenus from './ar-IQ/menus.json' with { type: 'json' }
import arModel from './ar-IQ/model.json' with { type: 'json' }
import arNotice from './ar-IQ/notice.json' with { type: 'json' }
import arOrganization from './ar-IQ/organization.json' with { type: 'json' }
import arParameter from './ar-IQ/parameter.json' with { type: 'json' }
import arPlatformUser from './ar-IQ/platformUser.json' with { type: 'json' }
import arProfile from './ar-IQ/profile.json' with { type: 'json' }
import arRecords from './ar-IQ/records.json' with { type: 'json' }
import arRight from './ar-IQ/right.json' with { type: 'json' }
import arRole from './ar-IQ/role.json' with { type: 'json' }
import arServer from './ar-IQ/server.json' with { type: 'json' }
import arSession from './ar-IQ/session.json' with { type: 'json' }
import arShell from './ar-IQ/shell.json' with { type: 'json' }
import arTabs from './ar-IQ/tabs.json' with { type: 'json' }
import arTheme from './ar-IQ/theme.json' with { type: 'json' }
import arTask from './ar-IQ/task.json' with { type: 'json' }
import arTimezone from './ar-IQ/timezone.json' with { type: 'json' }
import arTools from './ar-IQ/tools.json' with { type: 'json' }
import arUpload from './ar-IQ/upload.json' with { type: 'json' }
import arUser from './ar-IQ/user.json' with { type: 'json' }
import arVendor from './ar-IQ/vendor.json' with { type: 'json' }
import arWebsite from './ar-IQ/website.json' with { type: 'json' }
import arPlatform from './ar-IQ/platform.json' with { type: 'json' }
import arWorkbench from './ar-IQ/workbench.json' with { type: 'json' }
import enArea from './en/area.json' with { type: 'json' }
import enCategory from './en/category.json' with { type: 'json' }
import enClient from './en/client.json' with { type: 'json' }
import enCommand from './en/command.json' with { type: 'json' }
import enCustomize from './en/customize.json' with { type: 'json' }
import enDevice from './en/device.json' with { type: 'json' }
import enFrame from './en/frame.json' with { type: 'json' }
import enDictionary from './en/dictionary.json' with { type: 'json' }
import enDoor from './en/door.json' with { type: 'json' }
import enImpersonation from './en/impersonation.json' with { type: 'json' }
import enImport from './en/import.json' with { type: 'json' }
import enKit from './en/kit.json' with { type: 'json' }
import enLanguage from './en/language.json' with { type: 'json' }
import enList from './en/list.json' with { type: 'json' }
import enLog from './en/log.json' with { type: 'json' }
import enMail from './en/mail.json' with { type: 'json' }
import enMenu from './en/menu.json' with { type: 'json' }
import enMenus from './en/menus.json' with { type: 'json' }
import enModel from './en/model.json' with { type: 'json' }
import enNotice from './en/notice.json' with { type: 'json' }
import enOrganization from './en/organization.json' with { type: 'json' }
import enParameter from './en/parameter.json' with { type: 'json' }
import enPlatformUser from './en/platformUser.json' with { type: 'json' }
import enProfile from './en/profile.json' with { type: 'json' }
import enRecords from './en/records.json' with { type: 'json' }
import enRight from './en/right.json' with { type: 'json' }
import enRole from './en/role.json' with { type: 'json' }
import enServer from './en/server.json' with { type: 'json' }
import enSession from './en/session.json' with { type: 'json' }
import enShell from './en/shell.json' with { type: 'json' }
import enTabs from './en/tabs.json' with { type: 'json' }
import enTheme from './en/theme.json' with { type: 'json' }
import enTask from './en/task.json' with { type: 'json' }
import enTimezone from './en/timezone.json' with { type: 'json' }
import enTools from './en/tools.json' with { type: 'json' }
import enUpload from './en/upload.json' with { type: 'json' }
import enUser from './en/user.json' with { type: 'json' }
import enVendor from './en/vendor.json' with { type: 'json' }
import enWebsite from './en/website.json' with { type: 'json' }
import enPlatform from './en/platform.json' with { type: 'json' }
import enWorkbench from './en/workbench.json' with { type: 'json' }

/** English texts, the source of every key. One file per area of the product. */
const en = {
  ...enArea,
  ...enCategory,
  ...enClient,
  ...enCommand,
  ...enCustomize,
  ...enDevice,
  ...enFrame,
  ...enDictionary,
  ...enDoor,
  ...enImpersonation,
  ...enImport,
  ...enKit,
  ...enLanguage,
  ...enList,
  ...enLog,
  ...enMail,
  ...enMenu,
  ...enMenus,
  ...enModel,
  ...enNotice,
  ...enOrganization,
  ...enParameter,
  ...enPlatformUser,
  ...enProfile,
  ...enRecords,
  ...enRight,
  ...enRole,
  ...enServer,
  ...enSession,
  ...enShell,
  ...enTabs,
  ...enTheme,
  ...enTask,
  ...enTimezone,
  ...enTools,
  ...enUpload,
  ...enUser,
  ...enVendor,
  ...enWebsite,
  ...enPlatform,
  ...enWorkbench,
}

/** The same in Arabic; the tests see to it that no key is missing. */
const ar = {
  ...arArea,
  ...arCategory,
  ...arClient,
  ...arCommand,
  ...arCustomize,
  ...arDevice,
  ...arFrame,
  ...arDictionary,
  ...arDoor,
  ...arImpersonation,
  ...arImport,
  ...arKit,
  ...arLanguage,
  ...arList,
  ...arLog,
  ...arMail,
  ...arMenu,
  ...arMenus,
  ...arModel,
  ...arNotice,
  ...arOrganization,
  ...arParameter,
  ...arPlatformUser,
  ...arProfile,
  ...arRecords,
  ...arRight,
  ...arRole,
  ...arServer,
  ...arSession,
  ...arShell,
  ...arTabs,
  ...arTheme,
  ...arTask,
  ...arTimezone,
  ...arTools,
  ...arUpload,
  ...arUser,
  ...arVendor,
  ...arWebsite,
  ...arPlatform,
  ...arWorkbench,
}

/** A text key; the console imports this type only, the texts come from the server. */
export type TextKey = keyof typeof en

/** Shipped language packs, key → text. */
export const shippedTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  'ar-IQ': ar,
}
