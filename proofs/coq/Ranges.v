(* SPDX-License-Identifier: MIT *)
(* Ranges.v: Nim on ranges of a list of heaps (docs/GAMES.md, theorem 4), as src/core/ranges_width.inc
   and src/core/moves_width.inc compute it.

   What is proved: the loops build the XOR and the count of each beginning of the list; first_wins, which
   compares two entries of each, is the verdict on the range; so is the rule that moves are looked up by;
   the wrapping comparison of are_ranges accepts exactly the ranges; entries fit the arrays' types. *)
From Nimsum Require Import NimVerdict.

(* nimsum_prefix_xor and nimsum_count_large: what stands before the first heap, and after each. *)
Fixpoint prefix_xor (previous : N) (heaps : list N) : list N :=
  previous :: match heaps with
              | [] => []
              | h :: rest => prefix_xor (N.lxor previous h) rest
              end.

Fixpoint count_large (count : N) (heaps : list N) : list N :=
  count :: match heaps with
           | [] => []
           | h :: rest => count_large (count + large h) rest
           end.

Definition prefix (heaps : list N) (i : nat) : N := nth i (prefix_xor 0 heaps) 0.
Definition larges (heaps : list N) (i : nat) : N := nth i (count_large 0 heaps) 0.

(* The heaps begin..last, both included, counted from 0. *)
Definition range (heaps : list N) (begin last : nat) : list N :=
  firstn (last + 1 - begin) (skipn begin heaps).

(* first_wins; under normal play the C code has no counts (large is NULL). *)
Definition first_wins (c : convention) (heaps : list N) (begin last : nat) : bool :=
  let balanced := prefix heaps begin =? prefix heaps (last + 1) in
  let reversed := is_misere c && (larges heaps begin =? larges heaps (last + 1)) in
  Bool.eqb balanced reversed.

(* What look_at in moves_width.inc passes to winning_rule. *)
Definition range_rule (c : convention) (heaps : list N) (begin last : nat) : winning :=
  winning_rule (N.lxor (prefix heaps begin) (prefix heaps (last + 1))) c
    (if is_misere c then larges heaps (last + 1) - larges heaps begin else 0).

Lemma nth_prefix : forall heaps i previous, (i <= length heaps)%nat ->
  nth i (prefix_xor previous heaps) 0 = N.lxor previous (xor_sum (firstn i heaps)).
Proof.
  induction heaps as [| h heaps IH]; intros [| i] previous le; simpl in *; try lia;
    try (now rewrite N.lxor_0_r).
  rewrite IH by lia. apply N.lxor_assoc.
Qed.

Lemma nth_large : forall heaps i count, (i <= length heaps)%nat ->
  nth i (count_large count heaps) 0 = count + large_heaps (firstn i heaps).
Proof.
  induction heaps as [| h heaps IH]; intros [| i] count le; simpl in *; try lia.
  rewrite IH by lia. lia.
Qed.

(* The arrays hold what their headers promise. *)
Theorem prefix_is_xor : forall heaps i, (i <= length heaps)%nat ->
  prefix heaps i = xor_sum (firstn i heaps).
Proof. intros. unfold prefix. rewrite nth_prefix by assumption. apply N.lxor_0_l. Qed.

Theorem larges_are_counts : forall heaps i, (i <= length heaps)%nat ->
  larges heaps i = large_heaps (firstn i heaps).
Proof. intros. unfold larges. rewrite nth_large by assumption. lia. Qed.

(* In pieces: the last entry of one piece is the next one's previous. *)
Theorem prefix_in_pieces : forall first next previous,
  prefix_xor previous (first ++ next) =
  removelast (prefix_xor previous first) ++ prefix_xor (N.lxor previous (xor_sum first)) next.
Proof.
  induction first as [| h first IH]; intros next previous; simpl.
  - now rewrite N.lxor_0_r.
  - rewrite IH, N.lxor_assoc. now destruct first.
Qed.

Lemma firstn_range : forall heaps begin last, (begin <= last)%nat ->
  firstn (last + 1) heaps = firstn begin heaps ++ range heaps begin last.
Proof.
  intros heaps begin last le. unfold range.
  replace (last + 1)%nat with (begin + (last + 1 - begin))%nat at 1 by lia.
  generalize (last + 1 - begin)%nat as n. clear le. revert heaps.
  induction begin as [| begin IH]; intros [| h heaps] n; simpl; trivial.
  - now destruct n.
  - now rewrite IH.
Qed.

(* Theorem 4 itself. *)
Theorem range_nim_sum : forall heaps begin last, (begin <= last < length heaps)%nat ->
  xor_sum (range heaps begin last) = N.lxor (prefix heaps begin) (prefix heaps (last + 1)).
Proof.
  intros heaps begin last good. rewrite !prefix_is_xor by lia.
  rewrite (firstn_range heaps begin last), xor_sum_app by lia. now rewrite lxor_twice.
Qed.

Theorem range_large_heaps : forall heaps begin last, (begin <= last < length heaps)%nat ->
  larges heaps begin + large_heaps (range heaps begin last) = larges heaps (last + 1).
Proof.
  intros heaps begin last good. rewrite !larges_are_counts by lia.
  now rewrite (firstn_range heaps begin last), large_app by lia.
Qed.

(* Who wins on a range, by two comparisons. *)
Theorem range_verdict : forall c heaps begin last, (begin <= last < length heaps)%nat ->
  (first_wins c heaps begin last = true <-> wins c (range heaps begin last)).
Proof.
  intros c heaps begin last good. rewrite nim_verdict. unfold rule, winning_rule, first_wins.
  cbn [first_player]. rewrite (range_nim_sum _ _ _ good).
  pose proof (range_large_heaps _ _ _ good) as counts.
  set (k := large_heaps (range heaps begin last)) in *.
  replace (prefix heaps begin =? prefix heaps (last + 1))
    with (N.lxor (prefix heaps begin) (prefix heaps (last + 1)) =? 0).
  - replace (larges heaps begin =? larges heaps (last + 1)) with (k =? 0); [reflexivity |].
    destruct (N.eqb_spec k 0), (N.eqb_spec (larges heaps begin) (larges heaps (last + 1)));
      trivial; lia.
  - set (a := prefix heaps begin). set (b := prefix heaps (last + 1)).
    destruct (N.eqb_spec (N.lxor a b) 0) as [zero | more]; symmetry.
    + apply N.eqb_eq. now apply N.lxor_eq.
    + apply N.eqb_neq. now apply lxor_neq.
Qed.

(* Winning moves on a range are found by the rule of that range, and each heap by two prefixes. *)
Theorem range_rule_is_rule : forall c heaps begin last, (begin <= last < length heaps)%nat ->
  range_rule c heaps begin last = rule c (range heaps begin last).
Proof.
  intros c heaps begin last good. unfold range_rule, rule. rewrite (range_nim_sum _ _ _ good).
  rewrite <- (range_large_heaps _ _ _ good). destruct c; unfold winning_rule; simpl; [reflexivity |].
  now rewrite N.add_comm, N.add_sub.
Qed.

Theorem heap_of_prefixes : forall heaps at_, (at_ < length heaps)%nat ->
  N.lxor (prefix heaps at_) (prefix heaps (at_ + 1)) = nth at_ heaps 0.
Proof.
  intros heaps i less. rewrite <- range_nim_sum by lia. unfold range.
  replace (i + 1 - i)%nat with 1%nat by lia. revert i less.
  induction heaps as [| h heaps IH]; intros [| i] less; simpl in *; try lia.
  - apply N.lxor_0_r.
  - apply IH. lia.
Qed.

(* Nothing is lost in arrays of w bits, nor in counts of 32 bits for fewer than 2^32 heaps. *)
Theorem prefix_fits : forall w heaps i, Forall (fun h => h < 2 ^ w) heaps -> (i <= length heaps)%nat ->
  prefix heaps i < 2 ^ w.
Proof.
  intros w heaps i fit le. rewrite prefix_is_xor by exact le. apply xor_sum_fits.
  rewrite <- (firstn_skipn i heaps) in fit. now apply Forall_app in fit.
Qed.

Theorem larges_fit : forall heaps i, (i <= length heaps)%nat -> larges heaps i <= N.of_nat i.
Proof.
  intros heaps i le. rewrite larges_are_counts by exact le.
  assert (short : forall p, large_heaps p <= N.of_nat (length p)).
  { induction p as [| h p IH]; simpl; [lia |]. unfold large. destruct (1 <? h); lia. }
  rewrite (short (firstn i heaps)), firstn_length. lia.
Qed.

(* are_ranges and some_verdicts: subtracting the base from numbers of w bits wraps, and an l below the
   base then passes every r. *)
Definition minus (w a b : N) : N := (a + 2 ^ w - b) mod 2 ^ w.

Definition is_range (w base heap_count l r : N) : bool :=
  (minus w l base <=? minus w r base) && (minus w r base <? heap_count).

Theorem is_range_accepts_ranges : forall w base heap_count l r,
  base <= 1 -> 1 <= w -> heap_count < 2 ^ w -> l < 2 ^ w -> r < 2 ^ w ->
  (is_range w base heap_count l r = true <-> base <= l /\ l <= r /\ r + 1 <= heap_count + base).
Proof.
  intros w base heap_count l r small wide few lw rw.
  assert (wrap : forall a, a < 2 ^ w ->
    minus w a base = if base <=? a then a - base else a + 2 ^ w - base).
  { intros a aw. unfold minus. destruct (N.leb_spec base a).
    - symmetry. apply (N.mod_unique _ _ 1); lia.
    - apply N.mod_small. lia. }
  unfold is_range. rewrite !wrap, andb_true_iff, N.leb_le, N.ltb_lt by assumption.
  destruct (N.leb_spec base l), (N.leb_spec base r); lia.
Qed.
