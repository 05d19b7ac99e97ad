// The policies of the tenant whose run is moved: read when the run is taken, and again when the store says that they have
// moved since.

import { type CompiledBook, compilePolicies } from "../../policies/compile-policies.ts";
import { readBook } from "../../policies/read-book.ts";
import type { Services } from "../services.ts";

/** The policies of one tenant, at hand. */
export class PolicyShelf {
  readonly #services: Pick<Services, "store">;
  readonly #tenant: string;
  #book: CompiledBook;

  private constructor(services: Pick<Services, "store">, tenant: string, book: CompiledBook) {
    this.#services = services;
    this.#tenant = tenant;
    this.#book = book;
  }

  /** Reads them. */
  static async open(services: Pick<Services, "store">, tenant: string): Promise<PolicyShelf> {
    return new PolicyShelf(services, tenant, await read(services, tenant));
  }

  get book(): CompiledBook {
    return this.#book;
  }

  /** They have moved. Rejects where the store says so of policies that have not: then nothing can be let through. */
  async readAgain(): Promise<void> {
    const before = this.#book.revision;
    this.#book = await read(this.#services, this.#tenant);
    if (this.#book.revision === before) {
      throw new Error(`the policies of ${this.#tenant} are said to have moved, and are still at revision ${before}`);
    }
  }
}

async function read({ store }: Pick<Services, "store">, tenant: string): Promise<CompiledBook> {
  return compilePolicies(await readBook(store, tenant));
}
