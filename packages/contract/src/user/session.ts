import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { site } from '../system/site.ts'
import { dateFormats } from './dateFormats.ts'
import { captchaProof, sealedPassword } from './challenge.ts'

/** A P-256 public key as JWK. */
export const publicKey = once(() =>
  z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().check(z.maxLength(64)),
    y: z.string().check(z.maxLength(64)),
  }),
)

const password = () => secret(z.string().check(z.minLength(1), z.maxLength(256)))
/** 1 means true on this wire. */
const flag = () => z.union([z.literal(0), z.literal(1)])

/** Who may go to a route: one of these codes, or roles and codes by a mode. */
export type MenuGuard =
  | readonly string[]
  | {
      readonly role?: readonly string[] | undefined
      readonly permission?: readonly string[] | undefined
      readonly mode: 'oneOf' | 'allOf' | 'except'
    }

/** A node of the signed-in user's menu tree, named as the spec pins it. */
export interface MenuItem {
  readonly id: string
  readonly frontPath: string
  readonly frontName: string
  readonly frontComponent: string
  readonly menuName: string
  readonly menuIcon: string
  readonly isShow: 0 | 1
  readonly menuType: number
  readonly iframeUrl: string | null
  readonly keepAlive: 0 | 1
  readonly noClosable: 0 | 1
  readonly activeMenu: string | null
  /** Lifts a group's children one level. */
  readonly levelHidden: 0 | 1
  /** Folds the second column of the column layout. */
  readonly noColumn: 0 | 1
  /** Keeps the page out of the tabs bar. */
  readonly tabHidden: 0 | 1
  /** Another query opens another tab. */
  readonly dynamicNewTab: 0 | 1
  readonly target: '_blank' | null
  readonly guard: MenuGuard | null
  readonly subSystemUserMenuVOS: readonly MenuItem[]
}

const codeList = () =>
  z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))).check(z.maxLength(50))

/** A guard as an administrator writes it and the console reads it. */
export const menuGuard = once(() =>
  z.union([
    codeList(),
    z.strictObject({
      role: z.optional(codeList()),
      permission: z.optional(codeList()),
      mode: z.enum(['oneOf', 'allOf', 'except']),
    }),
  ]),
)

export const menuItem = once(
  (): z.ZodMiniType<MenuItem> =>
    z.object({
      id: z.string(),
      frontPath: z.string(),
      frontName: z.string(),
      frontComponent: z.string(),
      /** A text key, or a name an administrator gave. */
      menuName: z.string(),
      menuIcon: z.string(),
      isShow: flag(),
      menuType: z.int(),
      iframeUrl: z.nullable(z.string()),
      keepAlive: flag(),
      noClosable: flag(),
      activeMenu: z.nullable(z.string()),
      levelHidden: flag(),
      noColumn: flag(),
      tabHidden: flag(),
      dynamicNewTab: flag(),
      target: z.nullable(z.literal('_blank')),
      guard: z.nullable(menuGuard()),
      subSystemUserMenuVOS: z.lazy(() => z.array(menuItem())),
    }),
)

/** What every way of signing in answers. */
export const signedIn = once(() =>
  z.object({
    accessToken: secret(z.string()),
    /** 1: everything but setting a new password is refused with `passwordChangeRequired`. */
    firstLogin: flag(),
    /** 1: the site wants a proved e-mail address and the user has none, or could prove his now. */
    initEmail: flag(),
    /** 1: the password is older than the policy wants. */
    pwdCheck: flag(),
    /** 1: everything but binding an authenticator is refused with `secondFactorRequired`. */
    bindFactor: flag(),
    clientId: z.string(),
    publicKey: z.nullable(publicKey()),
    /** Epoch milliseconds. */
    serverTime: z.number(),
  }),
)

/** The path that a user's own menu is known by. */
export const ownMenuPath = '/admin/user/v1/menu'

/** Sign-in, the signed-in user, and signing out. */
export const session = {
  /**
   * Refusals beside `badCredentials`: `captchaRequired` and `captchaWrong` (get one from
   * `challenges.captcha`, send it along), `codeRequired` and `codeWrong` (the mailed code,
   * `recovery.code`; `data.email` is the masked address), `totpRequired` and `totpWrong`,
   * `accountLocked` (`data.minutes`), `accountDisabled`, `accountExpired`, `addressNotAllowed`,
   * `tooManyRequests`. Only who has the right password hears of codes and states.
   */
  login: post('/admin/user/v1/user/login', 'public', () => ({
    body: z.strictObject({
      userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      /** In clear, or sealed as `rsa`: one of the two. */
      password: z.optional(password()),
      rsa: secret(z.optional(sealedPassword())),
      /** Left out only where the server allows sessions without a key. */
      publicKey: z.optional(publicKey()),
      /** The mailed code and what `recovery.code` answered with it. */
      codeId: secret(z.optional(z.string().check(z.maxLength(64)))),
      code: secret(z.optional(z.string().check(z.trim(), z.maxLength(16)))),
      /** Six digits of the authenticator, or a recovery code. */
      totp: secret(z.optional(z.string().check(z.trim(), z.maxLength(32)))),
      ...captchaProof(),
    }),
    reply: signedIn(),
  })),
  info: get('/admin/user/v1/user/info', 'signedIn', () => ({
    reply: z.object({
      id: f.id(),
      userName: z.string(),
      realName: z.string(),
      nickName: z.string(),
      avatar: z.nullable(z.string()),
      /** The user's own choices; null leaves it to the browser. */
      language: z.nullable(z.string()),
      timeZone: z.nullable(z.string()),
      dateFormat: z.enum(dateFormats),
      systemRoleId: z.string(),
      /** All roles of the user, the first of which is `systemRoleId`. */
      roleIds: z.array(z.string()),
      isSuperAdmin: flag(),
      /** The name of the site as the user's organisation shows it, and all the rest it shows. */
      website: z.nullable(z.string()),
      site: site.init.schemas.reply,
      /** Nobody signed in: a visitor of a closed demonstration. */
      isVirtual: z.boolean(),
      /** Who looks on as this user, and until when; null: the user himself. */
      impersonation: z.nullable(z.object({ by: z.string(), until: f.moment() })),
      btns: z.array(z.string()),
      permissions: z.array(menuItem()),
    }),
  })),
  /** The spec signs out by this GET. */
  logout: get('/admin/user/v1/user/session', 'signedIn', () => ({})),
  menu: get(`${ownMenuPath}/list`, 'signedIn', () => ({ reply: z.array(menuItem()) })),
  /** What the caller lacks to see the page of a path: a permission's code; null: there is none. */
  missing: get(`${ownMenuPath}/missing`, 'signedIn', () => ({
    query: z.strictObject({ path: z.string().check(z.maxLength(512)) }),
    reply: z.object({ permission: z.nullable(z.string()) }),
  })),
  /** What the caller's own new password must be like: his organisation may ask for more than the site. */
  passwordRule: get('/admin/user/v1/user/password', 'signedIn', () => ({
    reply: site.passwordRule.schemas.reply,
  })),
  changePassword: put('/admin/user/v1/user/password', 'signedIn', () => ({
    body: z.strictObject({ oldPassword: password(), newPassword: password() }),
  })),
  /**
   * A ticket, bound to session and path: once within 60 s for the live stream and for what is sent,
   * `download.url.minutes` long for a stored file, so that a download that broke off goes on.
   */
  ticket: post('/admin/auth/v1/auth/ticket', 'signedIn', () => ({
    body: z.strictObject({ path: z.string().check(z.maxLength(512)) }),
    reply: z.object({ ticket: secret(z.string()) }),
  })),
}

/** A session without signing in, for closed demonstrations (`MUSTER_VIRTUAL_ROLE`). */
export const visit = {
  /**
   * Where `site.init` says `virtualRoles`, the console calls this in place of showing the sign-in
   * page. Refused with `wrongState` elsewhere.
   */
  open: post('/admin/auth/v1/auth/visit', 'public', () => ({
    body: z.strictObject({ publicKey: z.optional(publicKey()) }),
    reply: signedIn(),
  })),
}

/** Kinds of menu items. */
export const menuTypes = { directory: 0, page: 1, button: 2, link: 3, iframe: 4 } as const
