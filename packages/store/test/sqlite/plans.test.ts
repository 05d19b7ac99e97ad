import { plans } from "../contract/plans.ts";
import { openSqlite } from "./opened.ts";

plans(openSqlite);
