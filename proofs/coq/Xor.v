(* SPDX-License-Identifier: MIT *)
(* Xor.v: the nim-sum of a list of numbers, and the facts about bits that the games rest on.

   Numbers are N, the integers from 0 on without an upper end, so nothing here depends on a width. What
   is proved: XOR of lists and of what a move changes; h ^ x is less than h exactly where h holds the top
   bit of x; the nim-sum is odd exactly where the sum is; taking 1 from a number flips its lowest set bit
   and all below it; the nim-sum fits any width that the numbers fit. *)
From Coq Require Export PeanoNat NArith Bool List Lia.
Export ListNotations.
#[global] Open Scope N_scope.
#[global] Arguments N.lxor : simpl never.
#[global] Arguments N.add : simpl never.
#[global] Arguments N.sub : simpl never.
#[global] Arguments N.mul : simpl never.

(* nimsum_xor_u64, and the loops that build prefixes *)
Fixpoint xor_sum (numbers : list N) : N :=
  match numbers with
  | [] => 0
  | a :: rest => N.lxor a (xor_sum rest)
  end.

(* The sum of the numbers: with heaps, all stones. *)
Fixpoint total (numbers : list N) : N :=
  match numbers with
  | [] => 0
  | a :: rest => a + total rest
  end.

Lemma lxor_swap : forall a b c, N.lxor a (N.lxor b c) = N.lxor b (N.lxor a c).
Proof. intros. rewrite <- !N.lxor_assoc. now rewrite (N.lxor_comm a b). Qed.

Lemma lxor_twice : forall a b, N.lxor a (N.lxor a b) = b.
Proof. intros. now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. Qed.

(* An equation of XORs may be solved for either side. *)
Lemma lxor_move : forall a b c, N.lxor a b = c <-> b = N.lxor a c.
Proof. split; intros; subst; now rewrite lxor_twice. Qed.

Lemma lxor_neq : forall a b, N.lxor a b <> 0 <-> a <> b.
Proof.
  intros. split; intros H E; apply H.
  - subst. apply N.lxor_nilpotent.
  - now apply N.lxor_eq.
Qed.

Lemma xor_sum_app : forall p q, xor_sum (p ++ q) = N.lxor (xor_sum p) (xor_sum q).
Proof.
  induction p; intros; simpl; [now rewrite N.lxor_0_l | now rewrite IHp, N.lxor_assoc].
Qed.

Lemma total_app : forall p q, total (p ++ q) = total p + total q.
Proof. induction p; intros; simpl; [| rewrite IHp]; lia. Qed.

(* One number taken out of its place. *)
Lemma xor_sum_middle : forall before a after,
  xor_sum (before ++ a :: after) = N.lxor a (xor_sum (before ++ after)).
Proof. intros. rewrite !xor_sum_app. simpl. apply lxor_swap. Qed.

Lemma total_middle : forall before a after,
  total (before ++ a :: after) = a + total (before ++ after).
Proof. intros. rewrite !total_app. simpl. lia. Qed.

(* Two numbers differ in no bit above the top bit of their XOR, so that bit tells which is less. *)
Lemma top_difference : forall a b, N.lxor a b <> 0 ->
  N.testbit a (N.log2 (N.lxor a b)) = true -> b < a.
Proof.
  intros a b differ holds. set (t := N.log2 (N.lxor a b)) in *.
  assert (one : N.lxor (N.shiftr a t) (N.shiftr b t) = 1).
  { rewrite <- N.shiftr_lxor. apply N.bits_inj. intro i. rewrite N.shiftr_spec'.
    destruct (N.eq_dec i 0) as [-> | away].
    - rewrite N.add_0_l. unfold t. now rewrite N.bit_log2.
    - rewrite N.bits_above_log2 by (fold t; lia). symmetry. apply N.bits_above_log2. simpl. lia. }
  apply lxor_move in one. rewrite <- (N.add_0_l t), <- N.shiftr_spec' in holds.
  apply N.lt_nge. intro le.
  apply (N.div_le_mono _ _ (2 ^ t)) in le; [| apply N.pow_nonzero; lia].
  rewrite <- !N.shiftr_div_pow2, one in le.
  destruct (N.shiftr a t) as [| [c | c |]]; try discriminate; cbv [N.lxor Pos.lxor] in le; lia.
Qed.

(* Bits above the top bit of x stay, and that bit goes from 1 to 0. *)
Theorem xor_makes_less : forall h x, x <> 0 ->
  (N.lxor h x < h <-> N.testbit h (N.log2 x) = true).
Proof.
  intros h x nonzero.
  assert (back : N.lxor h (N.lxor h x) = x) by apply lxor_twice.
  assert (forth : N.lxor (N.lxor h x) h = x) by now rewrite N.lxor_comm.
  split; intro H.
  - destruct (N.testbit h (N.log2 x)) eqn:holds; [reflexivity | exfalso].
    assert (h < N.lxor h x); [| lia].
    apply top_difference; rewrite forth; [easy |].
    now rewrite N.lxor_spec, holds, N.bit_log2.
  - apply top_difference; now rewrite back.
Qed.

(* The lowest bit of an XOR is that of the sum. *)
Theorem xor_sum_odd : forall p, N.odd (xor_sum p) = N.odd (total p).
Proof.
  induction p as [| a p IH]; [reflexivity |].
  simpl. now rewrite N.odd_add, <- IH, <- !N.bit0_odd, N.lxor_spec.
Qed.

(* h holds bit p and none below: then h and h - 1 differ in the bits 0..p and no others. *)
Lemma lowest_bit : forall p h, N.testbit h p = true -> (forall i, i < p -> N.testbit h i = false) ->
  N.lxor h (h - 1) = N.ones (p + 1).
Proof.
  induction p as [| p IH] using N.peano_ind; intros h holds below.
  - rewrite N.bit0_odd in holds. rewrite (N.div2_odd h), holds. set (c := N.div2 h).
    cbn [N.b2n]. replace (2 * c + 1 - 1) with (2 * c) by lia.
    apply N.bits_inj. intro i. rewrite N.lxor_spec.
    destruct i as [| i _] using N.peano_ind.
    + now rewrite N.testbit_even_0, N.testbit_odd_0.
    + rewrite N.testbit_even_succ, N.testbit_odd_succ, N.ones_spec_high by lia.
      apply xorb_nilpotent.
  - assert (even : N.testbit h 0 = false) by (apply below; lia).
    rewrite N.bit0_odd in even. pose proof (N.div2_odd h) as half.
    rewrite even, N.add_0_r in half. revert half. generalize (N.div2 h) as c. intros c ->.
    rewrite N.testbit_even_succ in holds by lia.
    assert (IHc : N.lxor c (c - 1) = N.ones (p + 1)).
    { apply IH; [exact holds |]. intros i lt. rewrite <- (N.testbit_even_succ c i) by lia.
      apply below. lia. }
    assert (c <> 0) by (intro zero; rewrite zero in holds; now rewrite N.bits_0 in holds).
    replace (2 * c - 1) with (2 * (c - 1) + 1) by lia.
    apply N.bits_inj. intro i. rewrite N.lxor_spec.
    destruct i as [| i _] using N.peano_ind.
    + rewrite N.testbit_even_0, N.testbit_odd_0, N.ones_spec_low by lia. reflexivity.
    + rewrite N.testbit_even_succ, N.testbit_odd_succ by lia.
      rewrite <- N.lxor_spec, IHc.
      destruct (N.lt_ge_cases i (p + 1)).
      * now rewrite !N.ones_spec_low by lia.
      * now rewrite !N.ones_spec_high by lia.
Qed.

(* A number fits w bits exactly where no bit from w on is set; XOR sets no such bit. *)
Lemma fits_bits : forall w a, a < 2 ^ w <-> forall i, w <= i -> N.testbit a i = false.
Proof.
  intros w a. split; intro H.
  - intros i le. destruct (N.eq_dec a 0) as [-> |]; [apply N.bits_0 |].
    apply N.bits_above_log2. apply N.log2_lt_pow2 in H; lia.
  - destruct (N.eq_dec a 0) as [-> | nonzero]; [apply N.neq_0_lt_0, N.pow_nonzero; lia |].
    apply N.log2_lt_pow2; [lia |]. apply N.nle_gt. intro le.
    pose proof (N.bit_log2 a nonzero) as top. now rewrite (H _ le) in top.
Qed.

Lemma lxor_fits : forall w a b, a < 2 ^ w -> b < 2 ^ w -> N.lxor a b < 2 ^ w.
Proof.
  intros w a b. rewrite !fits_bits. intros fa fb i le. now rewrite N.lxor_spec, fa, fb.
Qed.

Theorem xor_sum_fits : forall w p, Forall (fun a => a < 2 ^ w) p -> xor_sum p < 2 ^ w.
Proof.
  induction 1; simpl.
  - apply N.neq_0_lt_0, N.pow_nonzero. lia.
  - now apply lxor_fits.
Qed.
